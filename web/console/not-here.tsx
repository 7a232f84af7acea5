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
    <p>{words}</p>
    <p>
      <a class="button second" href="/app">
        {start}
      </a>
    </p>
  </>
)
