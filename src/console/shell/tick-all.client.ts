// `input[data-all="scope"]`: one box for all boxes of its form with this name, but for those that a search has hidden.

const boxesOf = ({ form, dataset }: HTMLInputElement): readonly HTMLInputElement[] =>
  ([...(form?.elements ?? [])] as HTMLInputElement[]).filter(
    (box) => box.name === dataset.all && !box.closest('[hidden]'),
  )

const show = (): void => {
  for (const all of document.querySelectorAll<HTMLInputElement>('input[data-all]')) {
    const boxes = boxesOf(all)
    all.checked = boxes.length > 0 && boxes.every(({ checked }) => checked)
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
    show()
  })
}
