import { Dot } from './icons.tsx'

export interface NamedColor {
  readonly color: string
  readonly name: string
}

interface SwatchProps extends NamedColor {
  /** What is sent, where it is not the colour itself. */
  readonly value?: string
  readonly isChosen: boolean
}

/** A colour to choose, with its name for those who do not see it. */
export const Swatch = ({ color, name, value = color, isChosen }: SwatchProps) => (
  <label class="swatch" title={name}>
    <input type="radio" name="color" value={value} checked={isChosen} aria-label={name} />
    <Dot color={color} />
  </label>
)
