import { idOf } from '#contract/wire.ts'
import { filled } from '#ui/format.ts'
import { Form, FormAlert, type Option } from '#ui/forms.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import type { EditorProps } from './editor-props.ts'

/** Who hosts it, and who of them first. */
export const HostSection = ({ texts, token, path, setup, kind, newHosts, errors, isAdmin }: EditorProps) => (
  <>
    <ul class="list small">
      {setup.hosts.map(({ user, name, priority }) => (
        <li key={user}>
          <span class="grow">{name}</span>
          {isAdmin && kind === 'round_robin' && (
            <Form token={token} action={`${path}/hosts?${new URLSearchParams({ user })}`} swaps class="row">
              <label class="inline-label">
                <span class="soft">{texts.priority}</span>
                <input
                  type="number"
                  name="priority"
                  min={0}
                  max={100}
                  value={String(priority)}
                  class="tiny"
                  data-submits=""
                />
              </label>
              <noscript>
                <button type="submit">{texts.save}</button>
              </noscript>
            </Form>
          )}
          {isAdmin && user !== setup.event_type.profile.owner && (
            <RemoveForm token={token} action={`${path}/hosts`} user={user} text={filled(texts.removeOf, { name })} />
          )}
        </li>
      ))}
    </ul>
    {kind === 'round_robin' && <p class="hint">{texts.priorityHint}</p>}
    <FormAlert>{errors.hosts}</FormAlert>
    {isAdmin && setup.hosts.length === 1 && newHosts.length === 0 && (
      <p>
        <a href="/app/organization">{texts.inviteHosts}</a>
      </p>
    )}
    <AddPerson token={token} action={`${path}/hosts`} label={texts.addHost} text={texts.add} people={newHosts} />
  </>
)

/** Colleagues who may make links for a type that is not theirs. */
export const RightsSection = ({ texts, token, path, setup, newPermitted, errors }: EditorProps) => (
  <>
    <h3 class="label">{texts.permitted}</h3>
    <ul class="list small">
      {setup.permitted.length === 0 && <li class="soft">{texts.nobody}</li>}
      {setup.permitted.map(({ user, name }) => (
        <li key={user}>
          <span class="grow">{name}</span>
          <RemoveForm
            token={token}
            action={`${path}/permissions`}
            user={user}
            text={filled(texts.removeOf, { name })}
          />
        </li>
      ))}
    </ul>
    <FormAlert>{errors.permissions}</FormAlert>
    <AddPerson
      token={token}
      action={`${path}/permissions`}
      label={texts.permitted}
      text={texts.add}
      people={newPermitted}
    />
  </>
)

/** Members who have a copy of it, which follows it. */
export const CopySection = ({ texts, token, path, setup, newCopies, errors }: EditorProps) => (
  <>
    <p class="hint">{texts.assigned.hint}</p>
    <ul class="list small">
      {setup.copies.length === 0 && <li class="soft">{texts.assigned.none}</li>}
      {setup.copies.map(({ uri, user, name }) => (
        <li key={user}>
          <span class="grow">
            <a href={`/app/types/${idOf({ uri })}`}>{name}</a>
          </span>
          <RemoveForm token={token} action={`${path}/copies`} user={user} text={filled(texts.removeOf, { name })} />
        </li>
      ))}
    </ul>
    <FormAlert>{errors.copies}</FormAlert>
    <AddPerson
      token={token}
      action={`${path}/copies`}
      label={texts.assigned.member}
      text={texts.assigned.assign}
      people={newCopies}
    />
  </>
)

const RemoveForm = ({
  token,
  action,
  user,
  text,
}: {
  readonly token: string
  readonly action: string
  readonly user: string
  readonly text: string
}) => (
  <Form token={token} action={action} fields={{ user, act: 'remove' }} swaps>
    <button type="submit" class="icon-only" aria-label={text}>
      <CloseIcon />
    </button>
  </Form>
)

interface AddPersonProps {
  readonly token: string
  readonly action: string
  readonly label: string
  readonly text: string
  readonly people: readonly Option[]
}

const AddPerson = ({ token, action, label, text, people }: AddPersonProps) =>
  people.length === 0 ? null : (
    <Form token={token} action={action} fields={{ act: 'add' }} swaps class="row adding-person">
      <select name="user" aria-label={label}>
        {people.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" class="second">
        {text}
      </button>
    </Form>
  )
