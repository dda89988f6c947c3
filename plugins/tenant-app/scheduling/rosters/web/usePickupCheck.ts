import { useState } from 'react'
import { ApiError } from '#core/web/apiError.ts'
import { collectorsApi } from '../../../care/collectors/web/client.ts'

interface Refusal {
  /** Name as typed. */
  name: string
  /** Reason why the child must not be released to this person. */
  text: string
}

/** Checks with the server whether a person may pick up a child, once for repeated names: every refusal leaves an entry. */
export function usePickupCheck(studentId: string) {
  const [checked, setChecked] = useState<{ name: string; text: string | null }>()
  const refusal: Refusal | undefined =
    checked && checked.text !== null ? { name: checked.name, text: checked.text } : undefined
  const check = async (name: string): Promise<string | null> => {
    if (name === '') return null
    if (checked?.name === name) return checked.text
    const text = await refusalOf(studentId, name)
    setChecked({ name, text })
    return text
  }
  return { refusal, check }
}

/** Checks before the release; offline, the server refuses it later. */
async function refusalOf(studentId: string, collectedBy: string): Promise<string | null> {
  try {
    return (await collectorsApi.checkPickup.call({ params: { id: studentId }, body: { collectedBy } })).refusal
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unreachable') return null
    throw error
  }
}
