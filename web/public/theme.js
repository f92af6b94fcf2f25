// Before anything is drawn: the theme that was chosen here last.
try {
  const theme = localStorage.getItem('leadline.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; then the system's theme holds.
}
