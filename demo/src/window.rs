// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::arena::Arena;
use crate::demo_error::DemoError;
use crate::headless::{BLOW, STEP, step_at};
use crate::input::{Action, Input};
use crate::keys::{Pressed, pressed};
use crate::panel::{Panel, user_interface};
use crate::picture::write_picture;
use crate::quality::Quality;
use crate::times::Averages;
use fyrox::application::ApplicationHandler;
use fyrox::asset::io::FsResourceIo;
use fyrox::asset::manager::ResourceManager;
use fyrox::core::pool::Handle;
use fyrox::core::task::TaskPool;
use fyrox::dpi::LogicalSize;
use fyrox::engine::{
    ApplicationLoopController, Engine, EngineInitParams, GraphicsContext, GraphicsContextParams,
    SerializationContext,
};
use fyrox::event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent};
use fyrox::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use fyrox::gui::UserInterface;
use fyrox::gui::constructor::new_widget_constructor_container;
use fyrox::keyboard::PhysicalKey;
use fyrox::scene::Scene;
use fyrox::scene::graph::GraphUpdateSwitches;
use fyrox::window::{WindowAttributes, WindowId};
use glam::Vec2;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest time that a frame lets pass, in seconds: a slower machine shows slow motion.
const LONGEST_FRAME: f32 = 0.25;

/// The longest step, in seconds.
const LONGEST_STEP: f32 = 1.0 / 30.0;

/// A picture is taken of this frame: by then all that is drawn is on the graphics card.
const SETTLED_FRAMES: usize = 3;

/// Radians that a pixel of dragging turns the camera.
const DRAG: f32 = 0.006;

/// The way to a window, which opens when the arena is there.
#[derive(Debug)]
pub(crate) struct Window {
    event_loop: EventLoop<()>,
}

/// A picture to be taken.
#[derive(Debug)]
pub(crate) struct Screenshot {
    pub(crate) path: PathBuf,
    /// In seconds of the arena's own time.
    pub(crate) after: f64,
}

impl Window {
    /// Asks for a screen.
    pub(crate) fn open() -> Result<Self, DemoError> {
        let event_loop = EventLoop::new();
        let event_loop = event_loop.map_err(|error| DemoError::NoWindow { why: error.to_string() })?;
        event_loop.set_control_flow(ControlFlow::Poll);
        Ok(Self { event_loop })
    }

    /// Plays until the window is closed, or the picture is taken. `strike` is when all are struck.
    pub(crate) fn run(
        self,
        arena: Arena,
        scene: Scene,
        strike: Option<f64>,
        screenshot: Option<Screenshot>,
    ) -> Result<(), DemoError> {
        let mut engine = engine()?;
        let scene = engine.scenes.add(scene);
        let mut game = Game {
            engine,
            scene,
            arena,
            panel: None,
            strike,
            screenshot,
            actions: Vec::new(),
            cursor: Vec2::ZERO,
            turning: false,
            last_frame: None,
            averages: Averages::default(),
            quality: Quality::default(),
            ended: Ok(()),
        };
        let ran = self.event_loop.run_app(&mut game);
        game.ended?;
        ran.map_err(|error| DemoError::NoWindow { why: error.to_string() })
    }
}

/// The engine without its executor, which would write a registry of resources into the working folder, watch that
/// folder, and stretch steps when they take long.
fn engine() -> Result<Engine, DemoError> {
    let task_pool = Arc::new(TaskPool::new());
    let window_attributes =
        WindowAttributes::default().with_title("Tumble").with_inner_size(LogicalSize::new(1280.0, 720.0));
    let engine = Engine::new(EngineInitParams {
        graphics_context_params: GraphicsContextParams {
            window_attributes,
            ..GraphicsContextParams::default()
        },
        serialization_context: Arc::new(SerializationContext::new()),
        widget_constructors: Arc::new(new_widget_constructor_container()),
        dyn_type_constructors: Arc::default(),
        resource_manager: ResourceManager::new(Arc::new(FsResourceIo), task_pool.clone()),
        task_pool,
    });
    engine.map_err(|error| DemoError::NoWindow { why: format!("{error:?}") })
}

/// The arena in the engine's window.
struct Game {
    engine: Engine,
    scene: Handle<Scene>,
    arena: Arena,
    panel: Option<(Handle<UserInterface>, Panel)>,
    /// When all are yet to be struck.
    strike: Option<f64>,
    screenshot: Option<Screenshot>,
    /// What was done since the last frame.
    actions: Vec<Action>,
    /// In pixels.
    cursor: Vec2,
    /// Whether the camera is being turned.
    turning: bool,
    last_frame: Option<Instant>,
    averages: Averages,
    quality: Quality,
    ended: Result<(), DemoError>,
}

impl ApplicationHandler for Game {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if let GraphicsContext::Initialized(_) = self.engine.graphics_context {
            return;
        }
        if let Err(error) = self.open(event_loop) {
            self.end(event_loop, Err(error));
        }
    }

    fn suspended(&mut self, _: &ActiveEventLoop) {
        // It has a window then, and nothing else can go wrong.
        let _ = self.engine.destroy_graphics_context();
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => self.end(event_loop, Ok(())),
            WindowEvent::Resized(size) => {
                if let Err(error) = self.engine.set_frame_size(size.into()) {
                    self.end(event_loop, Err(DemoError::Draw { why: format!("{error:?}") }));
                }
            }
            WindowEvent::RedrawRequested => {
                let drawn = self.frame(event_loop);
                match (drawn, self.screenshot.take()) {
                    (Ok(()), None) => {}
                    (Ok(()), Some(screenshot)) => {
                        let taken = self.take_picture(event_loop, &screenshot);
                        self.end(event_loop, taken);
                    }
                    (Err(error), _) => self.end(event_loop, Err(error)),
                }
            }
            WindowEvent::KeyboardInput { event, .. } => self.key(event_loop, &event),
            WindowEvent::CursorMoved { position, .. } => {
                let cursor = Vec2::new(position.x as f32, position.y as f32);
                if self.turning {
                    self.actions.push(Action::Orbit((cursor - self.cursor) * Vec2::new(-DRAG, DRAG)));
                }
                self.cursor = cursor;
            }
            WindowEvent::MouseInput { state, button: MouseButton::Right, .. } => {
                self.turning = state == ElementState::Pressed;
            }
            WindowEvent::MouseInput { state: ElementState::Pressed, button: MouseButton::Left, .. } => {
                let ray = self.arena.camera().ray(self.cursor, self.frame_size());
                self.actions.push(Action::Strike(ray));
            }
            WindowEvent::MouseWheel { delta, .. } => {
                self.actions.push(Action::Zoom(match delta {
                    MouseScrollDelta::LineDelta(_, lines) => lines,
                    MouseScrollDelta::PixelDelta(pixels) => pixels.y as f32 / 40.0,
                }));
            }
            _ => {}
        }
    }

    fn about_to_wait(&mut self, _: &ActiveEventLoop) {
        if let GraphicsContext::Initialized(graphics) = &self.engine.graphics_context {
            graphics.window.request_redraw();
        }
    }
}

impl Game {
    /// Opens the window.
    fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<(), DemoError> {
        let opened = self.engine.initialize_graphics_context(event_loop);
        opened.map_err(|error| DemoError::NoWindow { why: format!("{error:?}") })?;
        if self.panel.is_none() {
            let size = self.frame_size();
            let mut ui = user_interface(size.x, size.y);
            let panel = Panel::new(&mut ui);
            self.panel = Some((self.engine.user_interfaces.add(ui), panel));
        }
        Ok(())
    }

    fn frame_size(&self) -> Vec2 {
        match &self.engine.graphics_context {
            GraphicsContext::Initialized(graphics) => {
                let (width, height) = graphics.renderer.get_frame_size();
                Vec2::new(width as f32, height as f32)
            }
            GraphicsContext::Uninitialized(_) => Vec2::ONE,
        }
    }

    fn end(&mut self, event_loop: &ActiveEventLoop, ended: Result<(), DemoError>) {
        if self.ended.is_ok() {
            self.ended = ended;
        }
        if let Some(said) = self.arena.end_recording() {
            eprintln!("{said}");
        }
        event_loop.exit();
    }

    fn key(&mut self, event_loop: &ActiveEventLoop, event: &KeyEvent) {
        let PhysicalKey::Code(key) = event.physical_key else { return };
        if event.state != ElementState::Pressed {
            return;
        }
        match pressed(key, self.arena.camera().direction(), event.repeat) {
            Some(Pressed::Do(action)) => self.actions.push(action),
            Some(Pressed::ToggleKeys) => {
                if let Some((ui, panel)) = &mut self.panel {
                    panel.toggle_keys(&self.engine.user_interfaces[*ui]);
                }
            }
            Some(Pressed::Quit) => self.end(event_loop, Ok(())),
            None => {}
        }
    }

    /// Lets the time since the last frame pass, and draws.
    fn frame(&mut self, event_loop: &ActiveEventLoop) -> Result<(), DemoError> {
        let now = Instant::now();
        let elapsed = self.last_frame.replace(now).map_or(Duration::ZERO, |last| now - last);
        if self.screenshot.is_none() {
            let seconds = elapsed.as_secs_f32().min(LONGEST_FRAME);
            let steps = (seconds / LONGEST_STEP).ceil().max(1.0);
            for _ in 0..steps as usize {
                self.step(seconds / steps);
            }
            self.averages.add_frame(elapsed);
        }
        let drawing = Instant::now();
        self.draw(event_loop)?;
        if let GraphicsContext::Initialized(graphics) = &mut self.engine.graphics_context {
            self.quality.watch(drawing.elapsed(), &mut graphics.renderer);
        }
        Ok(())
    }

    fn step(&mut self, dt: f32) {
        if self.strike.is_some_and(|strike| self.arena.now().0 >= strike) {
            self.strike = None;
            self.actions.push(Action::StrikeAll(BLOW));
        }
        let input = Input { actions: &self.actions, frame: self.frame_size() };
        self.arena.step(&mut self.engine.scenes[self.scene], &input, dt);
        self.actions.clear();
        self.averages.add_step(self.arena.times());
    }

    fn draw(&mut self, event_loop: &ActiveEventLoop) -> Result<(), DemoError> {
        if let Some((ui, panel)) = &mut self.panel {
            let status = self.arena.status(&self.averages);
            let ui = &mut self.engine.user_interfaces[*ui];
            if panel.update(ui, &status) {
                self.averages = Averages::default();
            }
            // The engine has messages of its interfaces delivered for plugins alone.
            while ui.poll_message().is_some() {}
        }
        // The arena has moved its scene itself.
        let paused = GraphUpdateSwitches { paused: true, ..GraphUpdateSwitches::default() };
        let switches = [(self.scene, paused)].into_iter().collect();
        let controller = ApplicationLoopController::ActiveEventLoop(event_loop);
        self.engine.update(LONGEST_STEP, controller, &mut 0.0, switches);
        self.engine.render().map_err(|error| DemoError::Draw { why: format!("{error:?}") })
    }

    /// Steps to the picture's time, always in the same steps, and takes it.
    fn take_picture(
        &mut self,
        event_loop: &ActiveEventLoop,
        screenshot: &Screenshot,
    ) -> Result<(), DemoError> {
        let strike = self.strike.take().map(step_at);
        // One more, since the scene shows how things are when a step begins.
        for step in 0..=step_at(screenshot.after) {
            if strike == Some(step) {
                self.actions.push(Action::StrikeAll(BLOW));
            }
            self.step(STEP);
        }
        for _ in 0..SETTLED_FRAMES {
            self.draw(event_loop)?;
        }
        write_picture(&mut self.engine, self.scene, &screenshot.path)
    }
}
