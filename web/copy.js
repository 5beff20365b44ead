// Buttons that copy the text of a block of code.

const SHOWN_FOR = 2000;  // milliseconds

// The Clipboard API exists only in secure contexts (https, localhost); elsewhere the text is selected for
// copying.
async function copy(pre) {
    if (navigator.clipboard) return navigator.clipboard.writeText(pre.textContent);
    getSelection().selectAllChildren(pre);
    if (!document.execCommand('copy')) throw new Error('the browser does not allow it');
    getSelection().removeAllRanges();
}

function buttonFor(pre) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', async () => {
        try {
            await copy(pre);
            button.textContent = 'Copied';
        } catch {
            getSelection().selectAllChildren(pre);
            button.textContent = 'Press Ctrl+C';
        }
        setTimeout(() => { button.textContent = 'Copy'; }, SHOWN_FOR);
    });
    return button;
}

export function withCopyButton(block) {
    block.append(buttonFor(block.querySelector('pre')));
    return block;
}
