import type { ComponentChildren } from 'preact'
import { filled } from '#ui/format.ts'
import { Form, FormButton, Switch } from '#ui/forms.tsx'
import { CopyIcon, Dot, DotsIcon, GripIcon, LockIcon, PlusIcon } from '#ui/icons.tsx'
import { SearchField } from '#ui/search-field.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import { NextMeeting, type NextMeetingProps } from './next-meeting-view.tsx'

export interface ListedType {
  readonly id: string
  /** It is moved among the types of its owner only. */
  readonly owner: string
  readonly name: string
  /** What it is found by, in lower case. */
  readonly text: string
  /** False once they have left the organization: then it cannot be booked, and only be deleted. */
  readonly hasOwner: boolean
  readonly isActive: boolean
  readonly isSecret: boolean
  readonly mayChange: boolean
  readonly address: string
  readonly color: string
  readonly facts: readonly string[]
  /** Where there are several. */
  readonly hosts: readonly string[]
}

export interface ListedGroup {
  readonly title: string
  readonly types: readonly ListedType[]
}

interface EventTypeListProps {
  readonly texts: EventTypesTexts
  readonly token: string
  readonly search: string
  readonly groups: readonly ListedGroup[]
  /** Said below a list that does not show all. */
  readonly cut: string | undefined
  /** There is none at all, whatever is searched for. */
  readonly isEmpty: boolean
  readonly mayCreate: boolean
  /** What is left of the first run. */
  readonly notes: ComponentChildren
  readonly next: NextMeetingProps | undefined
}

/** Event types: find, share, switch, order. */
export const EventTypeList = ({
  texts,
  token,
  search,
  groups,
  cut,
  isEmpty,
  mayCreate,
  notes,
  next,
}: EventTypeListProps) => (
  <>
    <div class="head">
      <h1>{texts.title}</h1>
      {!isEmpty && (
        <SearchField
          id="type-search"
          action="/app"
          value={search}
          label={texts.searchLabel}
          placeholder={texts.search}
          filters={cut === undefined}
        />
      )}
      {mayCreate && (
        <a class="button" href="/app/types/new" data-key="c">
          <PlusIcon />
          <span class="wide-only">{texts.newType}</span>
          <span class="narrow-only">{texts.newShort}</span>
        </a>
      )}
    </div>
    {notes}
    {next && <NextMeeting texts={texts} {...next} />}
    {groups.map(({ title, types }) => (
      <section key={title}>
        <h2 class="group-title">{title}</h2>
        <ul class="list" data-order="">
          {types.map((type, index) => (
            <TypeRow
              key={type.id}
              texts={texts}
              token={token}
              type={type}
              isFirst={types[index - 1]?.owner !== type.owner}
              isLast={types[index + 1]?.owner !== type.owner}
            />
          ))}
        </ul>
      </section>
    ))}
    {cut !== undefined && <p class="hint">{cut}</p>}
    <Form token={token} id="several" class="several" action="/app/types/bulk">
      <label class="choice" hidden>
        <input type="checkbox" data-all="type" />
        <span>{texts.bulk.all}</span>
      </label>
      <button type="submit" class="second" name="begin" value="yes">
        {texts.bulk.edit}
      </button>
    </Form>
    {isEmpty && <p class="empty">{texts.empty}</p>}
    <p class="empty" id="nobody-fits" hidden={isEmpty || groups.length > 0}>
      {texts.noMatches}
    </p>
  </>
)

interface TypeRowProps extends Pick<EventTypeListProps, 'texts' | 'token'> {
  readonly type: ListedType
  readonly isFirst: boolean
  readonly isLast: boolean
}

const TypeRow = ({ texts, token, type, isFirst, isLast }: TypeRowProps) => {
  const { id, name } = type
  const path = `/app/types/${id}`
  const mayChange = type.mayChange && type.hasOwner
  return (
    <li class={type.isActive ? '' : 'off'} data-row={id} data-owner={type.owner} data-name={type.text}>
      <span class={mayChange ? 'grip' : 'grip still'} aria-hidden="true">
        <GripIcon />
      </span>
      {mayChange && (
        <input
          type="checkbox"
          class="chooses"
          id={`choose-${id}`}
          name="type"
          value={id}
          form="several"
          aria-label={filled(texts.bulk.select, { name })}
          data-stays=""
        />
      )}
      <Dot color={type.isActive ? type.color : 'var(--field)'} />
      <span class="grow">
        <span class="row tight">
          <a class="name" href={path}>
            {name}
          </a>
          {!type.hasOwner && <span class="chip">{texts.ownerLeft}</span>}
          {type.isSecret && (
            <span class="chip">
              <LockIcon />
              {texts.secret}
            </span>
          )}
        </span>
        <span class="facts">
          {type.facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      </span>
      {type.hosts.length > 0 && <Hosts names={type.hosts} />}
      {type.hasOwner && (
        <button
          type="button"
          class="second sm copy"
          data-copy={type.address}
          aria-label={filled(texts.copyLinkOf, { name })}
        >
          <CopyIcon />
          <span class="wide-only">{texts.copyLink}</span>
        </button>
      )}
      {mayChange && (
        <Switch
          token={token}
          action={`${path}/switch`}
          name="active"
          isOn={type.isActive}
          label={filled(texts.acceptBookings, { name })}
        />
      )}
      {type.mayChange && <RowMenu texts={texts} token={token} type={type} isFirst={isFirst} isLast={isLast} />}
    </li>
  )
}

const mostHosts = 4

/** As initials; the names are read out. */
const Hosts = ({ names }: { readonly names: readonly string[] }) => (
  <span class="hosts" title={names.join(', ')}>
    <span class="unseen">{names.join(', ')}</span>
    {names.slice(0, mostHosts).map((name, index) => (
      <span key={`${index} ${name}`} class="avatar" aria-hidden="true">
        {name.slice(0, 1).toUpperCase()}
      </span>
    ))}
    {names.length > mostHosts && (
      <span class="avatar" aria-hidden="true">
        +{names.length - mostHosts}
      </span>
    )}
  </span>
)

const RowMenu = ({ texts, token, type: { id, name, address, hasOwner }, isFirst, isLast }: TypeRowProps) => {
  const path = `/app/types/${id}`
  return (
    <details class="menu">
      <summary class="icon-only" aria-label={filled(texts.moreFor, { name })}>
        <DotsIcon />
      </summary>
      <ul>
        <li>
          <a href={path}>{texts.edit}</a>
        </li>
        {hasOwner && (
          <>
            <li>
              <a href={address}>{texts.openPage}</a>
            </li>
            <li>
              <FormButton token={token} action={`${path}/duplicate`}>
                {texts.duplicate}
              </FormButton>
            </li>
            {!isFirst && <MoveItem token={token} path={path} direction="up" text={texts.moveUp} />}
            {!isLast && <MoveItem token={token} path={path} direction="down" text={texts.moveDown} />}
          </>
        )}
        <li>
          <FormButton token={token} action={`${path}/delete`} swaps button="bad">
            {texts.remove}
          </FormButton>
        </li>
      </ul>
    </details>
  )
}

interface MoveItemProps {
  readonly token: string
  readonly path: string
  readonly direction: 'up' | 'down'
  readonly text: string
}

const MoveItem = ({ token, path, direction, text }: MoveItemProps) => (
  <li>
    <Form token={token} action={`${path}/move`} fields={{ direction }} swaps>
      <button type="submit" data-move={direction}>
        {text}
      </button>
    </Form>
  </li>
)
