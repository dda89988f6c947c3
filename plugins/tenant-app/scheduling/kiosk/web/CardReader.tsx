import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import * as styles from './kiosk.css.ts'
import { useCardReader } from './useCardReader.ts'

interface CardReaderProps {
  onCard: (code: string) => void
  onClose: () => void
}

/** Picture of the camera, in which cards are read. */
export function CardReader({ onCard, onClose }: CardReaderProps) {
  const { video, hasFailed } = useCardReader(onCard)
  return (
    <>
      {hasFailed ? (
        <Banner tone="warn">The camera can’t be used. Enter your PIN.</Banner>
      ) : (
        <video ref={video} className={styles.video} muted playsInline aria-label="Camera: hold your card here" />
      )}
      <Button className={styles.big} onPress={onClose}>
        Enter PIN instead
      </Button>
    </>
  )
}
