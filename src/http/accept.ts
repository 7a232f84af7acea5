/** Whether a client would rather have a page than JSON: browsers name `text/html`, programs do not. */
export const prefersHtml = (accept: string | undefined): boolean => {
  const weights = new Map((accept ?? '').split(',').map(weighed))
  const page = weights.get('text/html') ?? 0
  return page > 0 && page >= (weights.get('application/json') ?? 0)
}

/** `text/html;q=0.8` → `['text/html', 0.8]` */
export const weighed = (range: string): [type: string, weight: number] => {
  const [type = '', ...parameters] = range
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
  return [type, weight >= 0 && weight <= 1 ? weight : 0]
}
