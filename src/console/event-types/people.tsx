import { filled } from '#ui/format.ts'
import { Form, type Option } from '#ui/forms.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import type { EditorProps } from './edited-type.ts'

type SectionProps = EditorProps & { readonly path: string }

/** Who hosts it, and who of them first. */
export const HostSection = ({ texts, token, path, type, choices, errors, isAdmin }: SectionProps) => (
  <>
    <ul class="list small">
      {type.hosts.map(({ user, name, priority, isOwner }) => (
        <li key={user}>
          <span class="grow">{name}</span>
          {isAdmin && type.kind === 'round_robin' && (
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
                <button type="submit">{texts.keep}</button>
              </noscript>
            </Form>
          )}
          {isAdmin && !isOwner && (
            <RemoveForm token={token} action={`${path}/hosts`} user={user} words={filled(texts.removeOf, { name })} />
          )}
        </li>
      ))}
    </ul>
    {type.kind === 'round_robin' && <p class="hint">{texts.priorityHint}</p>}
    {errors.hosts !== undefined && <p class="wrong">{errors.hosts}</p>}
    {isAdmin && type.hosts.length === 1 && choices.newHosts.length === 0 && (
      <p>
        <a href="/app/organization">{texts.inviteHosts}</a>
      </p>
    )}
    <AddPerson
      token={token}
      action={`${path}/hosts`}
      label={texts.addHost}
      words={texts.add}
      people={choices.newHosts}
    />
  </>
)

/** Colleagues who may make links for a type that is not theirs. */
export const RightsSection = ({ texts, token, path, type, choices, errors }: SectionProps) => (
  <>
    <h3 class="label">{texts.permitted}</h3>
    <ul class="list small">
      {type.permitted.length === 0 && <li class="soft">{texts.nobody}</li>}
      {type.permitted.map(({ value, label }) => (
        <li key={value}>
          <span class="grow">{label}</span>
          <RemoveForm
            token={token}
            action={`${path}/permissions`}
            user={value}
            words={filled(texts.removeOf, { name: label })}
          />
        </li>
      ))}
    </ul>
    {errors.permissions !== undefined && <p class="wrong">{errors.permissions}</p>}
    <AddPerson
      token={token}
      action={`${path}/permissions`}
      label={texts.permitted}
      words={texts.add}
      people={choices.newPermitted}
    />
  </>
)

/** Members who have a copy of it, which follows it. */
export const CopySection = ({ texts, token, path, type, choices, errors }: SectionProps) => (
  <>
    <p class="hint">{texts.copies.hint}</p>
    <ul class="list small">
      {type.copies?.length === 0 && <li class="soft">{texts.copies.none}</li>}
      {type.copies?.map(({ user, name, href }) => (
        <li key={user}>
          <span class="grow">
            <a href={href}>{name}</a>
          </span>
          <RemoveForm token={token} action={`${path}/copies`} user={user} words={filled(texts.removeOf, { name })} />
        </li>
      ))}
    </ul>
    {errors.copies !== undefined && <p class="wrong">{errors.copies}</p>}
    <AddPerson
      token={token}
      action={`${path}/copies`}
      label={texts.copies.give}
      words={texts.copies.give}
      people={choices.newCopies}
    />
  </>
)

const RemoveForm = ({
  token,
  action,
  user,
  words,
}: {
  readonly token: string
  readonly action: string
  readonly user: string
  readonly words: string
}) => (
  <Form token={token} action={action} fields={{ user, act: 'remove' }} swaps>
    <button type="submit" class="icon-only" aria-label={words}>
      <CloseIcon />
    </button>
  </Form>
)

interface AddPersonProps {
  readonly token: string
  readonly action: string
  readonly label: string
  readonly words: string
  readonly people: readonly Option[]
}

const AddPerson = ({ token, action, label, words, people }: AddPersonProps) =>
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
        {words}
      </button>
    </Form>
  )
