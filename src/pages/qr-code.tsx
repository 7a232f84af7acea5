import { correction, generate } from 'lean-qr'

/** Light modules around it, as readers need them. */
const margin = 4

/** A QR code drawn as one path. Dark on light whatever the theme: many readers know no other. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const side = code.size + 2 * margin
  const rows = Array.from({ length: code.size }, (_, y) =>
    runsIn(code.size, (x) => code.get(x, y)).map(
      ({ x, length }) => `M${x + margin} ${y + margin}h${length}v1h-${length}z`,
    ),
  )
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} shape-rendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={rows.flat().join('')} fill="#000" />
    </svg>
  )
}

/** The dark modules of a row, those side by side as one. */
const runsIn = (
  size: number,
  isDark: (x: number) => boolean,
): readonly { readonly x: number; readonly length: number }[] => {
  const runs: { x: number; length: number }[] = []
  for (let x = 0; x < size; x += 1) {
    if (!isDark(x)) continue
    const last = runs.at(-1)
    if (last && last.x + last.length === x) last.length += 1
    else runs.push({ x, length: 1 })
  }
  return runs
}
