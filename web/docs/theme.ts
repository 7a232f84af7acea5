/** The documentation is cached for everyone, so the theme that is chosen in the console is set here. */
export const followTheme = (): void => {
  const [, theme] = /(?:^|; )__Host-openslot-theme=(light|dark)(?:;|$)/.exec(document.cookie) ?? []
  if (theme) document.documentElement.dataset.theme = theme
}
