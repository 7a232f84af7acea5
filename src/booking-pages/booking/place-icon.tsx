import { PhoneIcon, PlaceIcon, VideoIcon } from '#ui/icons.tsx'
import type { PlaceKind } from './page-data.ts'

const icons = { spot: PlaceIcon, phone: PhoneIcon, video: VideoIcon }

export const PlaceKindIcon = ({ sign }: { readonly sign: PlaceKind }) => {
  const Icon = icons[sign]
  return <Icon />
}
