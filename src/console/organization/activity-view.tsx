import { filled } from '#ui/format.ts'
import { TextField } from '#ui/forms.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { AdministrationTexts } from '../../../languages/console/administration.ts'
import { OrganizationTabs } from './tabs.tsx'

interface ActivityProps {
  readonly texts: AdministrationTexts
  readonly term: string
  readonly error: string | undefined
  /** Background jobs of the organization that are no longer retried. */
  readonly setAside: number
  readonly entries: readonly {
    readonly id: string
    readonly when: string
    readonly who: string
    readonly what: string
    readonly about: string
  }[]
  /** The token of the next page. */
  readonly older: string | undefined
  readonly isFirst: boolean
}

const path = '/app/organization/activity'

/** The entries of the activity log. */
export const Activity = ({
  texts: { tabs, activity: texts },
  term,
  error,
  setAside,
  entries,
  older,
  isFirst,
}: ActivityProps) => (
  <>
    <OrganizationTabs texts={tabs} current="activity" />
    <PageHead title={texts.title} />
    <p class="soft measure">{texts.hint}</p>
    {setAside > 0 && <p class="note warn">{filled(texts.setAside, { count: String(setAside) })}</p>}
    <form method="get" action={path} class="invite">
      <TextField
        {...{ name: 'q', type: 'search', label: texts.search, hint: texts.searchHint, value: term, wrong: error }}
        maxLength={300}
      />
      <button type="submit" class="second">
        {texts.find}
      </button>
    </form>
    {entries.length === 0 ? (
      <p class="empty">
        {texts.noMatches} {term !== '' && <a href={path}>{texts.clear}</a>}
      </p>
    ) : (
      <table class="records">
        <thead>
          <tr>
            <th scope="col">{texts.time}</th>
            <th scope="col">{texts.actor}</th>
            <th scope="col">{texts.action}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, when, who, what, about }) => (
            <tr key={id}>
              <td class="num soft">{when}</td>
              <td>{who}</td>
              <td>
                {what}
                {about !== '' && <small>{about}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
    <p class="row pages">
      {!isFirst && <a href={`${path}?${new URLSearchParams({ q: term })}`}>{texts.newest}</a>}
      {older !== undefined && <a href={`${path}?${new URLSearchParams({ q: term, page: older })}`}>{texts.older}</a>}
    </p>
  </>
)
