const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const firstIn = (text: string, known: typeof browsers): string | undefined =>
  known.find(([pattern]) => pattern.test(text))?.[1]

/** `Firefox on Windows`: enough for users to recognise their own browsers. No more than that is stored. */
export const deviceOf = (userAgent: string | undefined): string => {
  const text = (userAgent ?? '').slice(0, 500)
  const [browser, system] = [firstIn(text, browsers), firstIn(text, systems)]
  if (browser === undefined) return system === undefined ? 'Unknown browser' : `Unknown browser on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}
