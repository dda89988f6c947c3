import { invalidField } from '#core/server/errors.ts'

/** @throws invalid 400 at `file`, with a message for the user who chose the file */
export function refuseFile(message: string): never {
  throw invalidField('file', message)
}
