// Shown when a screen throws or its code cannot be loaded, for example because a release replaced it. Says so and
// offers a reload.
import { useEffect } from "react";
import { useRouteError } from "react-router-dom";
import { usePageTitle } from "../lib/page-title.ts";
import { Button, buttonClass } from "../ui/button.tsx";

export const ErrorPage = () => {
  const error = useRouteError();
  usePageTitle("Something went wrong");
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <div role="alert" className="page grid justify-items-start gap-4 py-16">
      <h1 className="font-bold text-xl">This page could not be shown</h1>
      <p className="max-w-prose">
        Nothing you did was lost: a bid counts from the moment we confirmed it. Check your connection and reload.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => window.location.reload()}>Reload</Button>
        {/* A full page load on purpose, because the app itself may have failed. */}
        <a href="/" className={buttonClass("secondary")}>
          Go to Home
        </a>
      </div>
    </div>
  );
};
