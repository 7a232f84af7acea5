import { PageHead } from '#ui/page-head.tsx'

interface NotHereProps {
  readonly title: string
  readonly text: string
  readonly start: string
}

export const NotHere = ({ title, text, start }: NotHereProps) => (
  <>
    <PageHead title={title} />
    <div class="empty">
      <p>{text}</p>
      <a class="button second" href="/app">
        {start}
      </a>
    </div>
  </>
)
