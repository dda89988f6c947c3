import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { QrCode } from '#core/web/ui/display/QrCode.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { childAnchors } from '../../../shared/web/slots.ts'
import type { CodeHolder, CodeKind } from '../contract.ts'
import { pickupCodesApi } from './client.ts'
import * as styles from './PickupCodesCard.css.ts'

interface Made {
  kind: CodeKind
  code: string
  name: string
}

const kindLabels: Record<CodeKind, string> = { pin: 'PIN', card: 'card' }

/** PINs and cards for the kiosk: of the guardian, and of people who may pick up the children. */
export function PickupCodesCard() {
  const holders = useQuery(pickupCodesApi.listPickupCodes())
  const [made, setMade] = useState<Made>()
  return (
    <div id={childAnchors.codes} tabIndex={-1}>
      <Card
        title="PIN and card"
        help="Check your children in at the tablet by the door. A new one replaces the old one."
      >
        <Loaded query={holders} height={120} isFrameless>
          {(people) =>
            people.length === 0 ? (
              <EmptyState title="No PIN or card">You can have one once you may pick up a child.</EmptyState>
            ) : (
              <ul className={styles.list} aria-label="PINs and cards">
                {people.map((holder) => (
                  <Holder key={holder.collectorId ?? 'own'} holder={holder} onMade={setMade} />
                ))}
              </ul>
            )
          }
        </Loaded>
        {made && <MadeDialog made={made} onClose={() => setMade(undefined)} />}
      </Card>
    </div>
  )
}

function Holder({ holder, onMade }: { holder: CodeHolder; onMade: (made: Made) => void }) {
  const { name, collectorId, children, codes } = holder
  const touches = [pickupCodesApi.listPickupCodes.key()]
  const make = useMutation(pickupCodesApi.makePickupCode.mutation({ touches }))
  const revoke = useMutation(pickupCodesApi.revokePickupCode.mutation({ touches }))
  const failed = (title: string) => (error: unknown) =>
    notify({ title, description: errorText(error), tone: 'destructive' })
  const add = (kind: CodeKind) =>
    make.mutate(
      { body: { kind, collectorId } },
      { onSuccess: ({ code }) => onMade({ kind, code, name }), onError: failed(`No new ${kindLabels[kind]}`) },
    )
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <PersonName name={name} />
        <span className={styles.muted}>{children.join(', ')}</span>
        {codes.map((code) => (
          <span key={code.id} className={styles.muted}>
            {code.kind === 'pin' ? 'PIN' : 'Card'} of <DateTime value={code.createdAt} show="date" />{' '}
            <Button
              size="small"
              aria-label={`Revoke the ${kindLabels[code.kind]} of ${name}`}
              onPress={() =>
                revoke.mutate({ params: { id: code.id } }, { onError: failed(`${kindLabels[code.kind]} not revoked`) })
              }
            >
              Revoke
            </Button>
          </span>
        ))}
      </div>
      <div className={styles.acts}>
        <Button isPending={make.isPending} aria-label={`New PIN for ${name}`} onPress={() => add('pin')}>
          New PIN
        </Button>
        <Button isPending={make.isPending} aria-label={`New card for ${name}`} onPress={() => add('card')}>
          New card
        </Button>
      </div>
    </li>
  )
}

function MadeDialog({ made: { kind, code, name }, onClose }: { made: Made; onClose: () => void }) {
  return (
    <Dialog title={kind === 'pin' ? `PIN of ${name}` : `Card of ${name}`} isOpen onOpenChange={onClose}>
      <DialogBody>
        {kind === 'pin' ? (
          <p className={styles.pin}>{`${code.slice(0, 3)} ${code.slice(3)}`}</p>
        ) : (
          <QrCode text={code} label={`QR code of the card of ${name}`} />
        )}
        <Banner tone="warn" title="Shown this once">
          {kind === 'pin'
            ? 'Write it down or remember it. If you lose it, make a new one.'
            : 'Print it or take a screenshot. If you lose it, make a new one.'}
        </Banner>
      </DialogBody>
      <DialogFooter>
        {kind === 'card' && <Button onPress={() => window.print()}>Print</Button>}
        <Button slot="close">Done</Button>
      </DialogFooter>
    </Dialog>
  )
}
