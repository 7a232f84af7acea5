import { icon } from '#ui/icons.tsx'

export const QuestionIcon = () =>
  icon(
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M9.5 9.500a2.5 2.5 0 1 1 3.500 2.300c-.7.3-1 .8-1 1.700M12 16.500h.01" />
    </>,
  )
export const GlobeIcon = () =>
  icon(
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c3 3 3.500 15 0 18M12 3c-3 3-3.500 15 0 18" />
    </>,
  )
