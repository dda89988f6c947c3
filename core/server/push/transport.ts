import { addressProblem, type AddressProblem } from '../outgoing.ts'

const problems: Record<AddressProblem, string> = {
  malformed: 'Not the address of a push service',
  'not-https': 'The address of a push service begins with https://',
  private: 'The address of a push service is on the public internet',
}

/** Reason for which an address of a push service is refused; undefined where it is https on the public internet. */
export function endpointProblem(endpoint: string, allowPrivate: boolean): string | undefined {
  const problem = addressProblem(endpoint, allowPrivate)
  if (problem !== undefined) return problems[problem]
  if (!allowPrivate && new URL(endpoint).port !== '') return 'The address of a push service has no port'
  return undefined
}
