// `input[data-all]`: one box for all the scopes of its form.

const boxesOf = (all: HTMLInputElement): readonly HTMLInputElement[] => [...(all.form?.querySelectorAll<HTMLInputElement>('input[name=scope]') ?? [])]

const show = (): void => {
  for (const all of document.querySelectorAll<HTMLInputElement>('input[data-all]')) {
    const boxes = boxesOf(all)
    all.checked = boxes.every(({ checked }) => checked)
    all.indeterminate = !all.checked && boxes.some(({ checked }) => checked)
    all.closest('label')?.removeAttribute('hidden')
  }
}

export const watchAllBoxes = (): void => {
  show()
  document.addEventListener('console:changed', show)
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    if (target.dataset.all !== undefined) for (const box of boxesOf(target)) box.checked = target.checked
    if (target.dataset.all !== undefined || target.name === 'scope') show()
  })
}
