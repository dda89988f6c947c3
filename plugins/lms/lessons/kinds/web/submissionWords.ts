import type { SubmissionForm } from '../submission-contract.ts'

export const formWords: Record<SubmissionForm, string> = { text: 'Text', file: 'Files', link: 'A link' }
