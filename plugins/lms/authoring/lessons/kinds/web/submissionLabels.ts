import type { SubmissionForm } from '../submission-contract.ts'

export const formLabels: Record<SubmissionForm, string> = { text: 'Text', file: 'Files', link: 'A link' }
