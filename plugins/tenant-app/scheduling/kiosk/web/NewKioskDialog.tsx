import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { newDevice, SETUP_MINUTES, type devicesContract } from '../contract.ts'
import { devicesApi } from './client.ts'
import * as styles from './kiosk.css.ts'
import { ScopeFields } from './ScopeFields.tsx'

type AddedDevice = z.infer<(typeof devicesContract)['addKiosk']['response']>

/** Adds a kiosk, and shows its code the one time that it can be shown. */
export function NewKioskDialog({ isOpen, onOpenChange }: DialogState) {
  const [made, setMade] = useState<AddedDevice>()
  const add = useMutation(devicesApi.addKiosk.mutation({ touches: [devicesApi.listKiosks.key()] }))
  const close = (open: boolean) => {
    setMade(undefined)
    onOpenChange(open)
  }
  return (
    <Dialog title={made ? `Code of ${made.name}` : 'Add kiosk'} isOpen={isOpen} onOpenChange={close}>
      {made ? (
        <>
          <DialogBody>
            <p className={styles.code}>{made.setupCode}</p>
            <Banner tone="warn" title="Shown this once">
              Open {window.location.host}/kiosk on the tablet within {SETUP_MINUTES} minutes and enter this code. You
              are signed out on that tablet.
            </Banner>
          </DialogBody>
          <DialogFooter>
            <Button slot="close">Done</Button>
          </DialogFooter>
        </>
      ) : (
        <DialogForm
          schema={newDevice}
          defaultValues={{ name: '', place: '', scope: 'all', scopeIds: [] }}
          save={(body) => add.mutateAsync({ body })}
          submit="Add kiosk"
          onSaved={setMade}
        >
          <FormTextField name="name" label="Name" autoFocus />
          <FormTextField name="place" label="Place" isOptional help="Where it stands, as “Front door”." />
          <ScopeFields />
        </DialogForm>
      )}
    </Dialog>
  )
}
