// Before anything is painted, so that nobody who chose a scheme sees a flash of the other one.
const chosen = localStorage.getItem('theme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
