import { Dot } from '#ui/icons.tsx'
import { SearchField } from '#ui/search-field.tsx'
import type { MeetingsTexts } from '../../../languages/console/meetings.ts'
import type { ListedGroup } from '../event-types/list-view.tsx'

interface BookForProps {
  readonly texts: MeetingsTexts
  readonly search: string
  readonly groups: readonly ListedGroup[]
  /** What types of the same name are told apart by. */
  readonly labels: ReadonlyMap<string, string>
  /** Said below a list that does not show all. */
  readonly cut: string | undefined
}

/** A host books for somebody: first the event type, then as on its booking page. */
export const BookFor = ({ texts, search, groups, labels, cut }: BookForProps) => (
  <>
    <div class="head">
      <h1>{texts.bookTitle}</h1>
      <SearchField
        id="type-search"
        action="/app/meetings/new"
        value={search}
        label={texts.eventType}
        filters={cut === undefined}
      />
    </div>
    <p class="soft">{texts.chooseType}</p>
    {groups.map(({ title, types }) => (
      <section key={title}>
        <h2 class="group-title">{title}</h2>
        <ul class="list">
          {types.map(({ id, name, text, color, facts }) => (
            <li key={id} data-name={text}>
              <Dot color={color} />
              <span class="grow">
                <a class="name" href={`/app/meetings/new/${id}`}>
                  {labels.get(id) ?? name}
                </a>
                <span class="facts">
                  {facts.map((fact) => (
                    <span key={fact}>{fact}</span>
                  ))}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </section>
    ))}
    {cut !== undefined && <p class="hint">{cut}</p>}
    <p class="empty" id="nobody-fits" hidden={groups.length > 0}>
      {texts.noTypes}
    </p>
  </>
)
