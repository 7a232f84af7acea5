/** The page that guests see is loaded anew after every change. */
export const watchPreview = (): void => {
  const reload = (): void => {
    const frame = document.querySelector<HTMLIFrameElement>('#preview')
    // Assigning its own address loads it again.
    if (frame) frame.setAttribute('src', frame.src)
  }
  document.addEventListener('console:saved', reload)
}
