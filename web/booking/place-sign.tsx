import { PhoneIcon, PlaceIcon, VideoIcon } from './icons.tsx'
import type { PlaceSign as Sign } from './page-data.ts'

const icons = { spot: PlaceIcon, phone: PhoneIcon, video: VideoIcon }

export const PlaceSign = ({ sign }: { readonly sign: Sign }) => {
  const Icon = icons[sign]
  return <Icon />
}
