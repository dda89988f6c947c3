import { invalidField } from '../errors.ts'

/** Programs that are text to whoever looks at their bytes alone. Windows drops points and blanks at a name's end. */
const program = /\.(app|bat|cmd|com|exe|hta|html?|jar|jse?|mjs|msi|ps1|py|reg|scr|sh|vbe?|vbs|wsf)[.\s]*$/i

/** @throws invalid 400 at `field` for the name of a program, which whoever saves it might run */
export function refuseProgram(field: string, filename: string): void {
  if (program.test(filename)) throw invalidField(field, 'Programs and scripts cannot be kept here')
}
