import type { CodeProof } from '#core/contract/second-factor.ts'
import { t } from '../../text.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

export type CodeMethod = CodeProof['method']

const fields = {
  app: { label: t('Code of your authenticator app'), autoComplete: 'one-time-code', inputMode: 'numeric' },
  'recovery-code': { label: t('Recovery code'), autoComplete: 'off', inputMode: 'text' },
} as const

const choices: Record<CodeMethod, string> = {
  app: t('Use the authenticator app'),
  'recovery-code': t('Use a recovery code'),
}

interface SecondFactorCodeProps {
  method: CodeMethod
  /** Methods that the account has; the chosen one is left out. */
  others: readonly CodeMethod[]
  switchTo: (method: CodeMethod) => void
  value: string
  onChange: (code: string) => void
  error: string | undefined
}

/** Field for the code that goes with a password, and a way to the other kind of code. */
export function SecondFactorCode({ method, others, switchTo, ...field }: SecondFactorCodeProps) {
  return (
    <>
      <TextField key={method} {...fields[method]} {...field} />
      {others
        .filter((other) => other !== method)
        .map((other) => (
          <Button key={other} variant="quiet" onPress={() => switchTo(other)}>
            {choices[other]}
          </Button>
        ))}
    </>
  )
}
