"""Runs inside the box for code: the program of the tenant with `page`, `context` and `browser` of Playwright's async API.

The value of the last expression is returned on the descriptor of results.
"""
import ast
import asyncio
import inspect
import os
import sys
import traceback

RESULT_BYTES_MAX = 1024 ** 2
FLAGS = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


async def current_page(context, wanted):
    """The page that was used last."""
    for page in context.pages:
        client = await context.new_cdp_session(page)
        info = await client.send("Target.getTargetInfo")
        await client.detach()
        if info["targetInfo"]["targetId"] == wanted:
            return page
    return context.pages[-1] if context.pages else await context.new_page()


async def evaluate(tree, mode, scope):
    value = eval(compile(tree, "<code>", mode, flags=FLAGS), scope)
    return await value if inspect.iscoroutine(value) else value


async def main():
    from playwright.async_api import async_playwright

    result_fd = int(os.environ.pop("WEIR_RESULT_FD"))
    address = os.environ.pop("WEIR_CDP")
    wanted = os.environ.pop("WEIR_PAGE", "")
    async with async_playwright() as driver:
        browser = await driver.chromium.connect_over_cdp(address)
        context = browser.contexts[0] if browser.contexts else await browser.new_context()
        page = await current_page(context, wanted)
        scope = {"page": page, "context": context, "browser": browser, "__name__": "__main__"}
        tree = ast.parse(sys.stdin.read(), "<code>")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        await evaluate(tree, "exec", scope)
        value = await evaluate(ast.Expression(last.value), "eval", scope) if last else None
        if value is not None:
            os.write(result_fd, str(value).encode()[:RESULT_BYTES_MAX])


try:
    asyncio.run(main())
except SystemExit:
    raise
except BaseException:
    traceback.print_exc(limit=-1)
    sys.exit(1)
