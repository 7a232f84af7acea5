/** A dialable number, however its digits are grouped. */
export const isPhoneNumber = (text: string): boolean => {
  const digits = text.replace(/[^0-9]/g, '').length
  return (
    text.length <= 40 &&
    digits >= 5 &&
    digits <= 20 &&
    /^\+?[0-9 ().\-/]+(?:(?:x|ext\.?|#) ?[0-9]{1,6})?$/i.test(text.trim())
  )
}
