import { filled } from '#ui/format.ts'
import { Form, FormButton, TextField } from '#ui/forms.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { AdministrationTexts } from '../../../languages/console/administration.ts'
import { OrganizationTabs } from './tabs.tsx'

type Texts = AdministrationTexts['groups']
type Kind = 'groups' | 'teams'

export interface ListedGroup {
  readonly id: string
  readonly name: string
  readonly count: string
  /** The booking page of a team. */
  readonly page: string | undefined
  readonly members: readonly { readonly id: string; readonly name: string; readonly notes: readonly string[] }[]
  /** Who can be added. */
  readonly others: readonly { readonly id: string; readonly name: string }[]
}

interface GroupsProps {
  readonly texts: AdministrationTexts
  readonly token: string
  readonly groups: readonly ListedGroup[]
  readonly teams: readonly ListedGroup[]
  /** The group or team that is unfolded. */
  readonly open: string | undefined
  /** The error and its group or team; `of` is empty for the form that creates one. */
  readonly wrong: { readonly kind: Kind; readonly of: string; readonly text: string } | undefined
  readonly typed: string
}

export const GroupsAndTeams = (props: GroupsProps) => {
  const { texts, groups, teams } = props
  return (
    <>
      <OrganizationTabs texts={texts.tabs} current="groups" />
      <PageHead title={texts.groups.title} />
      <Part
        {...props}
        kind="groups"
        all={groups}
        title={texts.groups.groups}
        hint={texts.groups.groupsHint}
        none={texts.groups.noGroups}
      />
      <Part
        {...props}
        kind="teams"
        all={teams}
        title={texts.groups.teams}
        hint={texts.groups.teamsHint}
        none={texts.groups.noTeams}
      />
    </>
  )
}

interface PartProps extends GroupsProps {
  readonly kind: Kind
  readonly all: readonly ListedGroup[]
  readonly title: string
  readonly hint: string
  readonly none: string
}

const Part = (props: PartProps) => {
  const { texts, token, kind, all, title, hint, none, wrong, typed } = props
  const id = `new-${kind}`
  const error = wrong?.kind === kind && wrong.of === '' ? wrong.text : undefined
  return (
    <section class="part kind">
      <h2>{title}</h2>
      <p class="soft measure">{hint}</p>
      {all.length === 0 && <p class="empty">{none}</p>}
      {all.map((group) => (
        <Group key={group.id} {...props} group={group} />
      ))}
      <Form token={token} action={`/app/organization/${kind}`} class="invite">
        <TextField
          {...{ id, name: 'name', maxLength: 255, required: true, wrong: error }}
          label={kind === 'groups' ? texts.groups.newGroup : texts.groups.newTeam}
          value={error === undefined ? '' : typed}
        />
        <button type="submit" class="second">
          {texts.groups.create}
        </button>
      </Form>
    </section>
  )
}

const Group = ({
  texts: { groups: texts },
  token,
  kind,
  group,
  open,
  wrong,
}: PartProps & { readonly group: ListedGroup }) => {
  const path = `/app/organization/${kind}/${group.id}`
  return (
    <details class="fold" id={`of-${group.id}`} open={group.id === open || undefined}>
      <summary>
        <b>{group.name}</b>
        <span>{group.count}</span>
      </summary>
      <div class="fold-body">
        {wrong?.of === group.id && (
          <p class="wrong" role="alert">
            {wrong.text}
          </p>
        )}
        {group.members.length === 0 ? (
          <p class="soft">{texts.empty}</p>
        ) : (
          <ul class="list">
            {group.members.map((member) => (
              <li key={member.id}>
                <span class="grow">
                  <span class="name">{member.name}</span>{' '}
                  {member.notes.map((note) => (
                    <span key={note} class="chip">
                      {note}
                    </span>
                  ))}
                </span>
                <FormButton
                  token={token}
                  action={`${path}/members/remove`}
                  fields={{ person: member.id }}
                  swaps
                  button="plain sm"
                  label={filled(texts.removeOf, { name: member.name })}
                >
                  {texts.remove}
                </FormButton>
              </li>
            ))}
          </ul>
        )}
        <AddForm texts={texts} token={token} kind={kind} group={group} path={path} />
        <div class="row ends">
          <Form token={token} action={`${path}/rename`} class="row">
            <input
              name="name"
              type="text"
              value={group.name}
              maxLength={255}
              required
              aria-label={`${texts.rename}: ${group.name}`}
              autocomplete="off"
            />
            <button type="submit" class="second">
              {texts.save}
            </button>
          </Form>
          {group.page !== undefined && <a href={group.page}>{texts.openPage}</a>}
          <FormButton
            token={token}
            action={`${path}/delete`}
            swaps
            button="danger"
            label={`${kind === 'groups' ? texts.deleteGroup : texts.deleteTeam}: ${group.name}`}
          >
            {kind === 'groups' ? texts.deleteGroup : texts.deleteTeam}
          </FormButton>
        </div>
      </div>
    </details>
  )
}

interface AddFormProps {
  readonly texts: Texts
  readonly token: string
  readonly kind: Kind
  readonly group: ListedGroup
  readonly path: string
}

const AddForm = ({ texts, token, kind, group, path }: AddFormProps) =>
  group.others.length === 0 ? (
    <p class="hint">{texts.everyoneAdded}</p>
  ) : (
    <Form token={token} action={`${path}/members`} class="row add" swaps>
      <select name="person" aria-label={`${texts.person}: ${group.name}`}>
        {group.others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {kind === 'groups' && (
        <select name="role" aria-label={`${texts.role}: ${group.name}`}>
          {(['member', 'admin'] as const).map((role) => (
            <option key={role} value={role}>
              {texts.roles[role]}
            </option>
          ))}
        </select>
      )}
      <button type="submit" class="second" aria-label={filled(texts.addTo, { name: group.name })}>
        {texts.add}
      </button>
    </Form>
  )
