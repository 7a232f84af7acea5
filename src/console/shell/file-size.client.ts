/**
 * `<input type="file" data-most-bytes="…" data-too-large="…">`: a file that is too large is refused before it is sent,
 * beside its field.
 */
export const watchFileSizes = (): void => {
  document.addEventListener('change', ({ target }) => {
    const input = target as HTMLInputElement
    const { dataset, files, id } = input
    if (dataset.mostBytes === undefined) return
    const isTooLarge = (files?.[0]?.size ?? 0) > Number(dataset.mostBytes)
    input.setCustomValidity(isTooLarge ? (dataset.tooLarge ?? '') : '')
    input.setAttribute('aria-invalid', String(isTooLarge))
    const wrong = document.getElementById(`${id}-wrong`)
    if (!wrong) return
    wrong.textContent = input.validationMessage
    wrong.hidden = !isTooLarge
  })
}
