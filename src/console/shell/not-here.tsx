interface NotHereProps {
  readonly title: string
  readonly text: string
  readonly start: string
}

export const NotHere = ({ title, text, start }: NotHereProps) => (
  <>
    <div class="head">
      <h1>{title}</h1>
    </div>
    <div class="empty">
      <p>{text}</p>
      <a class="button second" href="/app">
        {start}
      </a>
    </div>
  </>
)
