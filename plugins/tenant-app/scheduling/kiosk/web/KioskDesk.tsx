import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { PIN_DIGITS } from '../../../care/pickup-codes/contract.ts'
import { SHOWN_SECONDS, type KioskChild } from '../contract.ts'
import { CardReader } from './CardReader.tsx'
import { kioskApi } from './client.ts'
import * as styles from './kiosk.css.ts'
import { VisitedChildren } from './VisitedChildren.tsx'

const SEE_STAFF = 'Please see staff.'

interface Shown {
  code: string
  name: string
  children: KioskChild[]
}

/** Desk of a kiosk: a PIN or a card, then the person's children, cleared after a few seconds. */
export function KioskDesk({ onLocked }: { onLocked: () => void }) {
  const [digits, setDigits] = useState('')
  const [isReading, setReading] = useState(false)
  const [shown, setShown] = useState<Shown>()
  const [message, setMessage] = useState<string>()
  const identify = useMutation(kioskApi.identifyAtKiosk.mutation())
  const clear = useCallback(() => {
    setShown(undefined)
    setMessage(undefined)
    setDigits('')
    setReading(false)
  }, [])
  // Nothing of a family stays on the screen for the next one.
  useEffect(() => {
    if (!shown && message === undefined) return
    const timer = setTimeout(clear, SHOWN_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [shown, message, clear])

  const find = async (code: string) => {
    setDigits('')
    setReading(false)
    try {
      const { name, children, isLocked } = await identify.mutateAsync({ body: { code } })
      if (isLocked) onLocked()
      else if (children.length === 0) setMessage(SEE_STAFF)
      else setShown({ code, name, children })
    } catch {
      setMessage(SEE_STAFF)
    }
  }
  const type = (digit: string) => {
    setMessage(undefined)
    const next = (digits + digit).slice(0, PIN_DIGITS)
    setDigits(next)
    if (next.length === PIN_DIGITS) void find(next)
  }

  if (shown) {
    return (
      <VisitedChildren
        {...shown}
        onDone={(done) => {
          clear()
          setMessage(done)
        }}
        onClear={clear}
      />
    )
  }
  return (
    <>
      <div role="status">{message !== undefined && <Banner tone="info">{message}</Banner>}</div>
      {isReading ? (
        <CardReader onCard={(code) => void find(code)} onClose={() => setReading(false)} />
      ) : (
        <>
          <p className={styles.digits} aria-label={`PIN, ${digits.length} of ${PIN_DIGITS} digits`} role="img">
            {'•'.repeat(digits.length).padEnd(PIN_DIGITS, '–')}
          </p>
          <div className={styles.keys} role="group" aria-label="PIN">
            {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => (
              <Button key={digit} className={styles.key} isDisabled={identify.isPending} onPress={() => type(digit)}>
                {digit}
              </Button>
            ))}
            <Button className={styles.key} onPress={clear}>
              Clear
            </Button>
            <Button className={styles.key} isDisabled={identify.isPending} onPress={() => type('0')}>
              0
            </Button>
            <Button className={styles.key} onPress={() => setReading(true)}>
              Card
            </Button>
          </div>
        </>
      )}
      <div className={styles.foot}>
        <TextLink href="/auth?next=%2Fkiosk">Staff sign-in</TextLink>
      </div>
    </>
  )
}
