import { h } from 'preact'
import { idInUri, idOf } from '#contract/wire.ts'
import { listEventTypes } from '#event-types/index.ts'
import { listAll, listPage, run } from '#pages/run-operation.ts'
import { getRoutingFormSetup, listRoutingFormSubmissions } from '#routing/index.ts'
import { filled } from '../../../web/booking/words.ts'
import { FormAnswers } from '../../../web/console/routing-forms/answers.tsx'
import type { ConsoleHandler } from '../console-page.ts'
import { csvOf } from '../meetings/csv.ts'
import { momentOf } from '../meetings/member-time.ts'
import { destinationWords, textsFor } from './words.ts'

const answersAtOnce = 50

/** What was answered to a form, and where it led. */
export const showAnswers: ConsoleHandler = async (visit) => {
  const texts = textsFor(visit)
  const form = await run(visit, getRoutingFormSetup, { uuid: visit.params.id ?? '' })
  const page = visit.query.get('page')
  const first = { form: form.uri, sort: 'created_at:desc', count: answersAtOnce }
  const { items, nextToken } = await listPage(visit, listRoutingFormSubmissions, page === null ? first : { page_token: page })
  const types = await listAll(visit, listEventTypes, { organization: visit.session.organizationId })
  const names = new Map(types.map((type) => [idOf(type), type.name ?? '']))
  return {
    title: filled(texts.answers.title, { name: form.name }),
    screen: 'routing-forms',
    content: h(FormAnswers, {
      texts,
      form: { id: idOf(form), name: form.name },
      answers: items.map((submission) => ({
        id: submission.uri,
        when: momentOf(visit, submission.created_at),
        lines: submission.questions_and_answers.flatMap(({ question, answer }) => (answer === null ? [] : [{ question, answer }])),
        result: destinationWords(texts, submission.result, names),
        isBooked: submission.submitter !== null,
      })),
      older: nextToken,
    }),
  }
}

/** Everything, a column for each question. */
export const exportAnswers: ConsoleHandler = async (visit) => {
  const form = await run(visit, getRoutingFormSetup, { uuid: visit.params.id ?? '' })
  const submissions = await listAll(visit, listRoutingFormSubmissions, { form: form.uri })
  const asked = [
    ...new Set([...form.questions.map(({ name }) => name), ...submissions.flatMap((one) => one.questions_and_answers.map(({ question }) => question))]),
  ]
  const rows = submissions.map((submission) => ({
    ...Object.fromEntries(asked.map((question) => [question, submission.questions_and_answers.find((one) => one.question === question)?.answer ?? ''])),
    created_at: submission.created_at,
    result: submission.result.type === 'custom_message' ? submission.result.value.headline : submission.result.value,
    invitee: submission.submitter === null ? '' : idInUri(submission.submitter),
  }))
  return { file: csvOf(['created_at', ...asked, 'result', 'invitee'], rows), type: 'text/csv; charset=utf-8', name: 'answers.csv' }
}
