import { useId } from 'react'
import type { ReactNode, Ref } from 'react'
import { Switch as AriaSwitch } from 'react-aria-components/Switch'
import type { SwitchProps as AriaSwitchProps } from 'react-aria-components/Switch'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import * as styles from './Switch.css.ts'

export interface SwitchProps extends Omit<AriaSwitchProps, 'children'> {
  label: ReactNode
  help?: ReactNode
  ref?: Ref<HTMLLabelElement>
}

/** On or off, in effect at once. */
export function Switch({ label, help, ...props }: SwitchProps) {
  const helpId = useId()
  return (
    <div>
      <AriaSwitch
        {...props}
        aria-describedby={help ? helpId : undefined}
        className={composeRenderProps(props.className, (className) =>
          [styles.row, className].filter(Boolean).join(' '),
        )}
      >
        <span className={styles.track}>
          <span className={styles.knob} />
        </span>
        <span>{label}</span>
      </AriaSwitch>
      {help && (
        <div id={helpId} className={`${styles.hint} ${styles.indentedSwitch}`}>
          {help}
        </div>
      )}
    </div>
  )
}
