import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endSession } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { SETUP_CODE_LENGTH } from '../contract.ts'
import { kioskApi } from './client.ts'
import * as styles from './kiosk.css.ts'

/** Makes this tablet a kiosk by the code that an admin was given. */
export function SetUpKiosk({ onDone }: { onDone: () => void }) {
  const [code, setCode] = useState('')
  const queryClient = useQueryClient()
  const pair = useMutation(kioskApi.pairKiosk.mutation())
  const save = () =>
    pair.mutate(
      { body: { code } },
      {
        onSuccess: () => {
          // The server has signed out who set it up.
          endSession(queryClient)
          onDone()
        },
      },
    )
  return (
    <>
      <p className={styles.muted}>
        An admin adds a kiosk under Settings, Kiosks, and gets a code. You are signed out on this tablet.
      </p>
      <p className={styles.muted}>
        A web page can’t lock a tablet. Turn on Guided Access (iPad) or screen pinning (Android) before you leave it at
        the door.
      </p>
      {pair.error && <Banner tone="error">{errorText(pair.error)}</Banner>}
      <TextField label="Code" value={code} onChange={setCode} autoComplete="off" />
      <Button
        variant="primary"
        isPending={pair.isPending}
        isDisabled={code.trim().length !== SETUP_CODE_LENGTH}
        onPress={save}
      >
        Set up kiosk
      </Button>
    </>
  )
}
