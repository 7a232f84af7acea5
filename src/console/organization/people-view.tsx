import { filled } from '#ui/format.ts'
import { ConfirmedAction, Form, FormButton, TextField } from '#ui/forms.tsx'
import { CopyIcon, DotsIcon } from '#ui/icons.tsx'
import { SearchField } from '#ui/search-field.tsx'
import type { AdministrationTexts } from '../../../languages/console/administration.ts'
import type { OrganizationTexts } from '../../../languages/console/organization.ts'
import { OrganizationTabs } from './tabs.tsx'

export interface ListedMember {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly page: string
  readonly role: 'owner' | 'admin' | 'user'
  readonly isSelf: boolean
  /** Whether the viewer may change their role or remove them. */
  readonly mayChange: boolean
  readonly mayBecomeOwner: boolean
}

export interface ListedInvitation {
  readonly id: string
  readonly email: string
  readonly sent: string | undefined
  /** Shown without a mail server. */
  readonly link: string | undefined
}

interface PeopleProps {
  readonly texts: OrganizationTexts
  readonly tabs: AdministrationTexts['tabs']
  readonly token: string
  readonly members: readonly ListedMember[]
  readonly invitations: readonly ListedInvitation[]
  /** Shown when the list of members is cut off. */
  readonly cut: string | undefined
  /** Undefined for a short list, which has no search field. */
  readonly search: string | undefined
  readonly typed: string
  readonly error: string | undefined
}

/** Members and pending invitations. */
export const People = ({ texts, tabs, token, members, invitations, cut, search, typed, error }: PeopleProps) => (
  <>
    <OrganizationTabs texts={tabs} current="people" />
    <div class="head">
      <h1>{texts.title}</h1>
      {search !== undefined && (
        <SearchField
          id="people-search"
          action="/app/organization"
          value={search}
          label={texts.searchLabel}
          placeholder={texts.search}
          filters={cut === undefined}
        />
      )}
    </div>
    <section class="part first">
      <h2>{texts.invite}</h2>
      <p class="hint">{texts.inviteHint}</p>
      <Form token={token} action="/app/organization/invitations" class="invite">
        <TextField name="email" type="email" label={texts.email} value={typed} wrong={error} required />
        <button type="submit">{texts.sendInvitation}</button>
      </Form>
    </section>
    {invitations.length > 0 && (
      <section>
        <h2 class="group-title">{texts.invitations}</h2>
        <ul class="list rows">
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} texts={texts} token={token} invitation={invitation} />
          ))}
        </ul>
      </section>
    )}
    {members.length > 0 && (
      <section>
        <h2 class="group-title">{texts.members}</h2>
        <ul class="list people">
          {members.map((member) => (
            <MemberRow key={member.id} texts={texts} token={token} member={member} />
          ))}
        </ul>
      </section>
    )}
    {cut !== undefined && <p class="hint">{cut}</p>}
    <p class="empty" id="nobody-fits" hidden={members.length + invitations.length > 0}>
      {texts.noMatches}
    </p>
  </>
)

const InvitationRow = ({
  texts,
  token,
  invitation,
}: Pick<PeopleProps, 'texts' | 'token'> & { readonly invitation: ListedInvitation }) => {
  const path = `/app/organization/invitations/${invitation.id}`
  return (
    <li data-name={invitation.email.toLowerCase()}>
      <span class="grow">
        <span class="name">{invitation.email}</span>
        {invitation.sent !== undefined && (
          <span class="facts">
            <span>{invitation.sent}</span>
          </span>
        )}
      </span>
      {invitation.link !== undefined && (
        <button
          type="button"
          class="second sm"
          data-copy={invitation.link}
          aria-label={filled(texts.copyLinkOf, { email: invitation.email })}
        >
          <CopyIcon />
          <span class="wide-only">{texts.copyLink}</span>
        </button>
      )}
      <FormButton
        token={token}
        action={`${path}/resend`}
        swaps
        button="second sm"
        label={`${texts.resend}: ${invitation.email}`}
      >
        {texts.resend}
      </FormButton>
      <FormButton
        token={token}
        action={`${path}/revoke`}
        swaps
        button="plain sm"
        label={`${texts.revoke}: ${invitation.email}`}
      >
        {texts.revoke}
      </FormButton>
    </li>
  )
}

const MemberRow = ({
  texts,
  token,
  member,
}: Pick<PeopleProps, 'texts' | 'token'> & { readonly member: ListedMember }) => {
  const { id, name, role } = member
  const path = `/app/organization/members/${id}`
  return (
    <li data-name={`${name} ${member.email}`.toLowerCase()}>
      <span class="grow">
        <span class="name">{name}</span> {member.isSelf && <span class="chip">{texts.you}</span>}
        <span class="facts">
          <span>{member.email}</span>
          <span>
            <a href={member.page}>{texts.openPage}</a>
          </span>
        </span>
      </span>
      {member.mayChange ? (
        <Form token={token} action={`${path}/role`} swaps>
          <select name="role" aria-label={filled(texts.roleOf, { name })} data-submits="">
            {(['admin', 'user'] as const).map((one) => (
              <option key={one} value={one} selected={one === role}>
                {texts.roles[one]}
              </option>
            ))}
          </select>
          <noscript>
            <button type="submit" class="second sm">
              ✓
            </button>
          </noscript>
        </Form>
      ) : (
        <span class="chip">{texts.roles[role]}</span>
      )}
      {(member.mayChange || member.mayBecomeOwner) && (
        <details class="menu">
          <summary class="icon-only" aria-label={filled(texts.moreFor, { name })}>
            <DotsIcon />
          </summary>
          <ul>
            {member.mayBecomeOwner && (
              <li>
                <ConfirmedAction
                  token={token}
                  action={`${path}/hand-over`}
                  text={texts.transfer}
                  hint={filled(texts.transferHint, { name })}
                />
              </li>
            )}
            {member.mayChange && (
              <li>
                <ConfirmedAction
                  token={token}
                  action={`${path}/remove`}
                  text={texts.remove}
                  hint={filled(texts.removeHint, { name })}
                  swaps
                />
              </li>
            )}
          </ul>
        </details>
      )}
    </li>
  )
}
