const PLACEHOLDER = /\{(\d{1,3})\}/g

/** The text of a question in parts: what stands between its blanks, and their numbers from 1. */
export function splitPrompt(prompt: string): (string | number)[] {
  return prompt
    .split(PLACEHOLDER)
    .map((part, index) => (index % 2 === 1 ? Number(part) : part))
    .filter((part) => part !== '')
}
