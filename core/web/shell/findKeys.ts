/** Keys that open the command palette on this device, as its keyboard names them. */
export const findKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'
