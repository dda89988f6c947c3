import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Role } from '#core/contract/roles.ts'
import { adminReasonField } from './FormAdminReason.tsx'
import { useUser } from './session.ts'
import { TextField } from './ui/fields/TextField.tsx'

interface AdminReason {
  /** Asks for the reason; null where none is needed. */
  field: ReactNode
  /** Part of the body of the call. */
  given: { words?: string }
  isReady: boolean
}

/**
 * Asks platform staff why they restore or move access to an organization, in a dialog without a form.
 * @param key what is acted on; for another one the reason is written anew
 */
export function useAdminReason(key: string, people: readonly { role: Role }[]): AdminReason {
  const isPlatformStaff = useUser().role === 'superadmin'
  const [written, setWritten] = useState({ key, words: '' })
  if (!isPlatformStaff || !people.some(({ role }) => role !== 'superadmin')) {
    return { field: null, given: {}, isReady: true }
  }
  const words = written.key === key ? written.words : ''
  return {
    field: <TextField {...adminReasonField} value={words} onChange={(text) => setWritten({ key, words: text })} />,
    given: { words },
    isReady: words.trim() !== '',
  }
}
