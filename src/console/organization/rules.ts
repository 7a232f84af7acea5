import { h } from 'preact'
import { isAdmin } from '#contract/principal.ts'
import { changeMemberRights, getMemberRights, memberRights } from '#organizations/index.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { ConsoleHandler } from '../console-page.ts'
import type { Toast } from '../shell/shell.tsx'
import { undoable } from '../undo-seal.ts'
import { Rules } from './rules-view.tsx'
import { administrationTextsFor } from './texts.ts'

const path = '/app/organization/rules'

/** The permissions of members. */
export const showRules: ConsoleHandler = async (visit) => {
  const texts = administrationTextsFor(visit)
  const rights = await run(visit, getMemberRights, {})
  return {
    title: texts.rules.title,
    screen: 'organization',
    toast: toastOf(visit),
    content: h(Rules, {
      texts,
      mayChange: isAdmin(visit.session),
      token: visit.formToken,
      action: path,
      rights: memberRights.map((name) => ({ name, isOn: rights[name] })),
    }),
  }
}

/** The name of the right is the name of the field. */
export const changeRules: ConsoleHandler = async (visit) => {
  const { form } = visit
  const changes = Object.fromEntries(
    memberRights.flatMap((name) => (form.get(name) === null ? [] : [[name, form.get(name) === 'true']])),
  )
  await run(visit, changeMemberRights, changes)
  const [[of, isOn] = ['', false]] = Object.entries(changes)
  return undoable(visit, path, { done: isOn ? 'allowed' : 'restricted', of })
}

const toastOf = (visit: SignedInVisit): Toast | undefined => {
  const { rules } = administrationTextsFor(visit)
  const [done, of] = [visit.query.get('done') ?? '', memberRights.find((name) => name === visit.query.get('of'))]
  if ((done !== 'allowed' && done !== 'restricted') || of === undefined) return undefined
  return { text: rules.done[done], undo: { action: path, fields: { [of]: String(done === 'restricted') } } }
}
