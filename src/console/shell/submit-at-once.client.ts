/**
 * A page that another site has sent the browser to changes nothing: the form on it does, and needs no click where there
 * is a script.
 */
export const submitAtOnce = (): void => document.querySelector<HTMLFormElement>('form[data-at-once]')?.requestSubmit()
