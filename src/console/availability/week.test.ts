import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../../../languages/all.ts'
import { readClockTime, readEndTime, sentenceWith, showClockTime, writeClockTime } from './clock-time.ts'
import { addedRange, merged, movedRange, shownHours } from './week.ts'

test('times are read as people write them, and nothing else is one', () => {
  const times: Readonly<Record<string, number>> = {
    ...{
      '9': 540,
      '930': 570,
      '0930': 570,
      '9:30': 570,
      '9.30': 570,
      '09:30': 570,
      '9.30pm': 1290,
      '9:30 PM': 1290,
      '12am': 0,
      '12pm': 720,
      '12:30 a.m.': 30,
    },
    ...{ '17h': 1020, '17h30': 1050, '17 30': 1050, ' 24:00 ': 1440, '24': 1440, '0': 0, '1730': 1050, '9p': 1260 },
  }
  for (const [text, minutes] of Object.entries(times)) assert.equal(readClockTime(text), minutes, text)
  for (const text of ['', 'nine', '25', '9:60', '24:01', '13pm', '0am', '9:3', '9-30', '123456', '-9', '9:30:00'])
    assert.equal(readClockTime(text), undefined, text)
  for (const minutes of [0, 5, 570, 1439, 1440]) assert.equal(readClockTime(writeClockTime(minutes)), minutes)
})

test('every time that is shown is read as what it is, in every language and both notations', () => {
  for (const { locale, halves } of languages)
    for (const hour12 of [true, false])
      for (let minutes = 0; minutes < 1440; minutes += 1) {
        const shown = showClockTime({ hour12, halves }, minutes)
        for (const text of [shown, shown.replaceAll(' ', '\u00a0'), shown.toUpperCase()])
          assert.equal(readClockTime(text), minutes, `${locale}: ${text}`)
      }
  const english = { hour12: true, halves: ['am', 'pm'] } as const
  assert.deepEqual(
    [0, 570, 720, 1050, 1440].map((minutes) => showClockTime(english, minutes)),
    ['12:00 am', '9:30 am', '12:00 pm', '5:30 pm', '12:00 am'],
  )
})

test('a sentence that ends with a time ends with one full stop', () => {
  assert.equal(sentenceWith('Tot {time}.', { time: '5:30 p.m.' }), 'Tot 5:30 p.m.')
  assert.equal(
    sentenceWith('Hasta las {time}. Guardado.', { time: '5:30\u00a0p.\u00a0m.' }),
    'Hasta las 5:30\u00a0p.\u00a0m. Guardado.',
  )
  assert.equal(sentenceWith('Until {time}.', { time: '17:30' }), 'Until 17:30.')
})

test('hours may end at midnight, which is 24:00, 0:00 or 12 am', () => {
  for (const text of ['24:00', '24', '0:00', '00:00', '12am']) assert.equal(readEndTime(text), 1440, text)
  assert.deepEqual([readEndTime('23:59'), readEndTime('soon')], [1439, undefined])
})

test('hours that touch or overlap are joined; a range stays within its day', () => {
  assert.deepEqual(
    merged([
      { from: 600, to: 700 },
      { from: 540, to: 600 },
      { from: 900, to: 900 },
      { from: 650, to: 660 },
    ]),
    [{ from: 540, to: 700 }],
  )
  const range = { from: 1380, to: 1440 }
  assert.deepEqual(movedRange(range, 60, 'whole'), range)
  assert.deepEqual(movedRange(range, 300, 'start'), { from: 1425, to: 1440 })
  assert.deepEqual(movedRange(range, -300, 'end'), { from: 1380, to: 1395 })
})

test('more hours find room, and the bar shows all there are', () => {
  assert.deepEqual(addedRange([]), [{ from: 540, to: 1020 }])
  assert.deepEqual(addedRange([{ from: 540, to: 720 }])[1], { from: 780, to: 840 })
  assert.deepEqual(addedRange([{ from: 540, to: 1440 }])[0], { from: 420, to: 480 })
  assert.deepEqual(shownHours([[{ from: 540, to: 720 }], []]), { from: 360, to: 1320 })
  assert.deepEqual(shownHours([[{ from: 90, to: 1440 }]]), { from: 60, to: 1440 })
})
