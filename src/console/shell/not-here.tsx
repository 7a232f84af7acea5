interface NotHereProps {
  readonly title: string
  readonly words: string
  readonly start: string
}

export const NotHere = ({ title, words, start }: NotHereProps) => (
  <>
    <div class="head">
      <h1>{title}</h1>
    </div>
    <div class="empty">
      <p>{words}</p>
      <a class="button second" href="/app">
        {start}
      </a>
    </div>
  </>
)
