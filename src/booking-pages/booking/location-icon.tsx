import { PhoneIcon, PlaceIcon, VideoIcon } from '#ui/icons.tsx'
import type { LocationKind } from './page-data.ts'

const icons = { spot: PlaceIcon, phone: PhoneIcon, video: VideoIcon }

export const LocationKindIcon = ({ sign }: { readonly sign: LocationKind }) => {
  const Icon = icons[sign]
  return <Icon />
}
