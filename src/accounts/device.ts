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

/**
 * `Firefox/Windows`: enough for users to recognize their own browsers. No more than that is stored. What is unknown is
 * empty.
 */
export const deviceOf = (userAgent: string | undefined): string => {
  const text = (userAgent ?? '').slice(0, 500)
  return `${firstIn(text, browsers) ?? ''}/${firstIn(text, systems) ?? ''}`
}

export const partsOfDevice = (device: string): { readonly browser: string | null; readonly system: string | null } => {
  const [browser, system] = device.split('/')
  return { browser: browser || null, system: system || null }
}
