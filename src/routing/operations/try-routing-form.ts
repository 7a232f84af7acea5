import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { findEventTypes } from '#event-types/index.ts'
import { read } from '#execution/operation.ts'
import { answersFrom, givenAnswers } from '../answers.ts'
import { decide } from '../decision.ts'
import { ResultResource, toResultResource } from '../resources.ts'
import { eventTypesIn } from '../rule.ts'
import { canBeBooked } from '../setup.ts'
import { findForm } from '../store/forms.ts'

/** By the functions that decide for visitors. Nothing is kept. */
export const tryRoutingForm = read({
  name: 'try_routing_form',
  summary: 'See where answers to a routing form would lead, also while it is a draft',
  scopes: ['routing_forms:read'],
  input: z.object({ uuid: pathId, answers: z.record(z.string(), z.string()) }),
  output: ResultResource,

  async run({ reader, principal, links }, { uuid, answers }) {
    const { organizationId } = principal
    const form = existing(await findForm(reader, organizationId, uuid))
    if (!isAdmin(principal)) throw refuse('no_access')
    const eventTypes = await findEventTypes(reader, organizationId, [...eventTypesIn(form).keys()])
    const isOpen = (id: string): boolean =>
      eventTypes.some((eventType) => eventType.id === id && canBeBooked(eventType))
    return toResultResource(links, decide(form, givenAnswers(answersFrom(answers, form.questions)), isOpen))
  },
})
