import { listText } from '#core/server/texts.ts'

interface Filled {
  /** First names of the children whom the message is about for this recipient. */
  children: readonly string[]
  /** First name of the recipient. */
  name: string
  organization: string
}

/** Replaces the fields of a message for one recipient. What names contain is not looked for fields again. */
export function fillFields(text: string, { children, name, organization }: Filled): string {
  const values = { child: children.length > 0 ? listText(children) : 'the children', name, organization }
  return text.replace(/\{(child|name|organization)\}/g, (_, field: keyof typeof values) => values[field])
}
