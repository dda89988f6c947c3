/** Without 0 O o, 1 l I i and their like: temporary passwords are read out and typed by hand. */
const LEGIBLE_CHARACTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Characters of a temporary password (spec part 1, section 9). */
const PASSWORD_LENGTH = 12

/** A random letter or digit, each as likely as the others. */
function legibleCharacter(): string {
  // The rest of a division would favour the first characters; bytes past the last full round are drawn again.
  const fair = 256 - (256 % LEGIBLE_CHARACTERS.length)
  for (;;) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fair) return LEGIBLE_CHARACTERS.charAt(byte % LEGIBLE_CHARACTERS.length)
  }
}

/** 12 characters without look-alikes (spec part 1, section 5), with a lower-case, an upper-case letter and a digit. */
export function temporaryPassword(): string {
  for (;;) {
    const candidate = Array.from({ length: PASSWORD_LENGTH }, legibleCharacter).join('')
    if (/[a-z]/.test(candidate) && /[A-Z]/.test(candidate) && /\d/.test(candidate)) return candidate
  }
}
