import { invalidField } from '../errors.ts'

/** Names of programs whose bytes are plain text. Windows drops dots and spaces at a name's end. */
const program = /\.(app|bat|cmd|com|exe|hta|html?|jar|jse?|mjs|msi|ps1|py|reg|scr|sh|vbe?|vbs|wsf)[.\s]*$/i

/** @throws invalid 400 at `field` for the name of a program, which a user who saves it might run */
export function refuseProgram(field: string, filename: string): void {
  if (program.test(filename)) throw invalidField(field, 'Programs and scripts cannot be kept here')
}
