import { h } from 'preact'
import { idInUri, idOf } from '#contract/wire.ts'
import { listAll, listPage, run } from '#pages/run-operation.ts'
import { getRoutingFormSetup, listRoutingFormSubmissions } from '#routing/index.ts'
import { filled } from '#ui/format.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { csvOf } from '../meetings/csv.ts'
import { momentOf } from '../meetings/member-time.ts'
import { FormAnswers } from './answers-view.tsx'
import { loadTypeNames } from './editor.ts'
import { type Destination, destinationText, type TypeNames, textsFor } from './texts.ts'

const answersAtOnce = 50

/** The submissions of a form, with their destinations. */
export const showAnswers: ConsoleHandler = async (visit) => {
  const texts = textsFor(visit)
  const form = await run(visit, getRoutingFormSetup, { uuid: visit.params.id ?? '' })
  const page = visit.query.get('page')
  const first = { form: form.uri, sort: 'created_at:desc', count: answersAtOnce }
  const { items, nextToken } = await listPage(
    visit,
    listRoutingFormSubmissions,
    page === null ? first : { page_token: page },
  )
  const names = await loadTypeNames(visit)
  return {
    title: filled(texts.answers.title, { name: form.name }),
    screen: 'routing-forms',
    content: h(FormAnswers, {
      texts,
      form: { id: idOf(form), name: form.name },
      answers: items.map((submission) => ({
        id: submission.uri,
        when: momentOf(visit, submission.created_at),
        lines: submission.questions_and_answers.flatMap(({ question, answer }) =>
          answer === null ? [] : [{ question, answer }],
        ),
        result: destinationText(texts, submission.result, names),
        isBooked: submission.submitter !== null,
      })),
      older: nextToken,
    }),
  }
}

/** All submissions as CSV, with a column for each question. */
export const exportAnswers: ConsoleHandler = async (visit) => {
  const form = await run(visit, getRoutingFormSetup, { uuid: visit.params.id ?? '' })
  const submissions = await listAll(visit, listRoutingFormSubmissions, { form: form.uri })
  const names = await loadTypeNames(visit)
  const asked = [
    ...new Set([
      ...form.questions.map(({ name }) => name),
      ...submissions.flatMap((one) => one.questions_and_answers.map(({ question }) => question)),
    ]),
  ]
  const rows = submissions.map((submission) => [
    submission.created_at,
    ...asked.map((question) => submission.questions_and_answers.find((one) => one.question === question)?.answer ?? ''),
    resultText(submission.result, names),
    submission.submitter === null ? '' : idInUri(submission.submitter),
  ])
  return {
    file: csvOf(['created_at', ...asked, 'result', 'invitee'], rows),
    type: 'text/csv; charset=utf-8',
    name: 'answers.csv',
  }
}

/** What a table says of a result: the name of an event type, or its address when it is gone. */
const resultText = ({ type, value }: Destination, names: TypeNames): string => {
  if (type === 'custom_message') return value.headline
  return (type === 'event_type' ? names.get(idInUri(value)) : undefined) ?? value
}
